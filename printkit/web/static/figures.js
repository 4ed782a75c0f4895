// How values and their errors are written.

// An error that was found in fewer games means nothing.
const FEW = 30;

/** A value in its unit; `bare` leaves out the sign of per cent where another one follows. */
export function figure(value, unit, bare = false) {
  const text = unit === "odds" ? `${(100 * value).toFixed(1)}${bare ? "" : " %"}` : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
  return text.replace("-", "−");
}

/** A value with its error, where enough games stand behind it. */
export const withError = ({ value, error }, unit, games = 0) => `${figure(value, unit)}${games >= FEW ? ` ±${figure(error, unit)}` : ""}`;
