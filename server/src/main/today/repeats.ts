import type { Context } from '../../context.ts'
import type { Repeat } from '../../platform/jobs/repeat.ts'
import { countHourlyFigures } from './hourly.ts'
import type { TodayLines } from './load-lines.ts'
import { askForMorningMail } from './mail.ts'

/** What the worker does for the operator's morning list. */
export const todayRepeats = (context: Context, lines: TodayLines): readonly Repeat[] => [
  {
    name: 'counting for the morning list',
    everyMs: 600_000,
    run: () => countHourlyFigures(context, lines),
  },
  { name: 'asking for the morning e-mail', everyMs: 60_000, run: () => askForMorningMail(context) },
]
