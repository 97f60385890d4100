import type { Repeat } from '../platform/jobs/repeat.ts'
import { createMissingFactsheets } from './agreements/missing-factsheets.ts'
import type { DocumentContext } from './context.ts'

export const repeats = (context: DocumentContext, signal: AbortSignal): readonly Repeat[] => [
  {
    name: 'creating missing factsheets',
    everyMs: 10_000,
    run: () => createMissingFactsheets(context, signal),
  },
]
