// What a link does not say of a scene, so that another module can take it over: its past, its plotted lines, what is
// selected.

/** Takes it from a view, which is left at the first moment of its past. */
export function take(view, columns) {
  const selected = view.selected();
  const lines = Array.from({ length: columns }, (_, k) => view.column(k));
  const rows = new Float64Array(lines[0].length * columns);
  lines.forEach((line, k) => line.forEach((x, row) => { rows[row * columns + k] = x; }));
  const moments = [];
  do moments.push([view.time(), view.states()]); while (view.back());
  moments.reverse();
  const times = Float64Array.from(moments, ([time]) => time);
  const width = moments[0][1].length, states = new Float64Array(times.length * width);
  moments.forEach(([, numbers], k) => states.set(numbers, k * width));
  return { selected, rows, times, states };
}

/** Gives it to a view of the same scene. */
export function give(view, { selected, rows, times, states }) {
  if (!view.remember) return; // the small module keeps no past that it did not see
  view.replot(rows);
  view.remember(times, states);
  view.select(selected);
}
