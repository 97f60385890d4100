import { table } from './lighthouse-table.ts'

/** One action on one screen: times to the next paint and CPU times of the longest task, in milliseconds, by run. */
export type Measured = { name: string; screen: string; paints: number[]; tasks: number[] }

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const interactionTable = (rows: readonly Measured[]): string =>
  table(
    [
      'action',
      'screen',
      'to the next paint, median',
      'at best',
      'CPU of the longest task, median',
      'at best',
    ],
    rows.map(({ name, screen, paints, tasks }) => [
      name,
      screen,
      ...[median(paints), Math.min(...paints), median(tasks), Math.min(...tasks)].map(String),
    ]),
  )
