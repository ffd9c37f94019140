// Scans a badge with the camera, where the browser lets a page do that (https, and a reader of codes of its own).
// Elsewhere the page says to use the phone's camera, whose link leads to the same place.

const box = document.getElementById("scan");
const video = box.querySelector("video");

async function begin() {
  if (!("BarcodeDetector" in window) || !navigator.mediaDevices?.getUserMedia) return;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  await video.play();
  box.hidden = false;
  const look = async () => {
    const [code] = await detector.detect(video).catch(() => []);
    const link = code && URL.canParse(code.rawValue) ? new URL(code.rawValue) : null;
    // Only a badge is followed: a code on a wall could lead anywhere.
    if (link && /^\/b\/[a-z0-9]+$/.test(link.pathname)) return stop(), location.assign(link.pathname);
    setTimeout(look, 150);
  };
  look();
}

function stop() {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
}

addEventListener("pagehide", stop);
begin().catch(() => {}); // no camera, or not allowed: the words on the page stay
