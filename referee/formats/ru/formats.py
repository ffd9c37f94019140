"""Russian dates where Django's own are wrong: a month after its day stands in the genitive."""

MONTH_DAY_FORMAT = "j E"
