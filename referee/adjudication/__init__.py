"""Live adjudication: what people do in a fight, from the first throw to the last blow. Knows no rule."""
