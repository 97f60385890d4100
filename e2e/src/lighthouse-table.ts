/** The measurements of one Lighthouse run; times in milliseconds. */
export type Run = {
  /** The Lighthouse performance score, 0 to 100. */
  score: number
  firstPaint: number
  largestPaint: number
  blocking: number
  /** Cumulative layout shift. */
  shift: number
  /** All transferred scripts, including those loaded when the page is idle. */
  scriptKilobytes: number
}

/** The median run by score, and among equal scores by blocking time. */
export function medianRun(runs: readonly Run[]): Run {
  const sorted = runs.toSorted((a, b) => a.score - b.score || b.blocking - a.blocking)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

export const screenTable = (measured: Readonly<Record<string, Run>>): string =>
  table(
    [
      'screen',
      'performance',
      'first paint, ms',
      'largest paint, ms',
      'blocking, ms',
      'layout shift',
      'script, kB',
    ],
    Object.entries(measured).map(([name, run]) => [
      name,
      String(run.score),
      String(run.firstPaint),
      String(run.largestPaint),
      String(run.blocking),
      run.shift.toFixed(3),
      run.scriptKilobytes.toFixed(1),
    ]),
  )

export const dialogTable = (opened: Readonly<Record<string, { blocking: number; opens: number }>>): string =>
  table(
    ['dialog', 'opens, ms', 'blocking, ms'],
    Object.entries(opened).map(([name, { opens, blocking }]) => [name, String(opens), String(blocking)]),
  )
