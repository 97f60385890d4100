import os from 'node:os'

export type Row = {
  verb: string
  points: number
  kills: number
  missed: number
  wrong: number
  seconds: number
}

export type Page = {
  rows: readonly Row[]
  wrong: readonly string[]
  times: number
  points: readonly string[]
  minutes: number
}

/** The results as a page in Markdown. */
export function toPage({ rows, wrong, times, points, minutes }: Page): string {
  const sum = (name: 'points' | 'kills' | 'missed' | 'wrong') =>
    rows.reduce((total, row) => total + row[name], 0)
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return `${[
    '# Fail points',
    '',
    `\`npm run fail-points -w bench -- --times ${times}\`: ${sum('points')} points of ${rows.length} verbs, each of them`,
    `${times} times; ${sum('kills')} kills with SIGKILL after which everything ended as without one, ${sum('missed')} trials in which`,
    `no process came to the point, ${sum('wrong')} with another end. ${minutes.toFixed(0)} minutes, Node ${process.version}, ${os.cpus().length} cores.`,
    '',
    'A trial is a new lender and a new loan. The process is killed at the point, started again, and the request repeated',
    'under its key until it is answered. Then balances, transfers, holds, states, documents, the audit trail and the',
    "bank's own books are compared with those of a trial without a kill, `books audit` is run, and no job about money may be",
    'left. The lease of a dead worker, 45 seconds, is cut short.',
    '',
    line(['verb', 'points', 'kills', 'missed', 'wrong', 'seconds']),
    line(['---', '--:', '--:', '--:', '--:', '--:']),
    ...rows.map((row) =>
      line([row.verb, row.points, row.kills, row.missed, row.wrong, Math.round(row.seconds)]),
    ),
    '',
    '## What went wrong',
    '',
    ...(wrong.length === 0 ? ['Nothing.'] : wrong.map((fault) => `- ${fault}`)),
    '',
    '## The points',
    '',
    'A point is named after the request, job or command that passes it, and the step: the name of a statement, the commit, a',
    'call of a neighbour, or the answer.',
    '',
    ...[...new Set(points)].map((point) => `- ${point}`),
  ].join('\n')}\n`
}
