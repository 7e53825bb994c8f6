// Dragging within a picture, with its own coordinates.

/** Calls `move([x, y])`, in units of the picture's view box, while the primary button or a finger drags in it. */
export function dragged(picture, move) {
  const at = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    move([x, y]);
  };
  picture.addEventListener('pointerdown', (event) => {
    if (event.button) return;
    picture.setPointerCapture(event.pointerId);
    at(event);
  });
  picture.addEventListener('pointermove', (event) => {
    if (picture.hasPointerCapture(event.pointerId)) at(event);
  });
}
