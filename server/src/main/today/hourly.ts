import type { Context } from '../../context.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { TodayFigure } from '../../platform/today-line.ts'
import type { TodayLines } from './load-lines.ts'

/** Figures as the worker counted them last, on this business day. */
export type HourlyFigures = { figures: TodayFigure[]; countedAt: Date }

type Row = { name: string; figures: (TodayFigure & { since?: string })[]; countedAt: Date }

export async function hourlyFigures(db: Queryable): Promise<Map<string, HourlyFigures>> {
  const rows = await many<Row>(
    db,
    'main.today.hourly_figures',
    `select name, figures, counted_at as "countedAt" from hourly_figure
      where business_day(counted_at) = business_day(app_now())`,
  )
  return new Map(
    rows.map(({ name, countedAt, figures }) => [
      name,
      {
        countedAt,
        figures: figures.map((one) => (one.since ? { ...one, since: new Date(one.since) } : one)),
      },
    ]),
  )
}

/** Counts the figures that take long, unless they were counted in this hour of this business day. */
export async function countHourlyFigures(context: Context, lines: TodayLines): Promise<void> {
  const { db } = context
  const fresh = await many<{ name: string }>(
    db,
    'main.today.fresh_figures',
    `select name from hourly_figure
      where counted_at > app_now() - interval '50 minutes' and business_day(counted_at) = business_day(app_now())`,
  )
  for (const [name, line] of lines) {
    if (!line.hourly || fresh.some((one) => one.name === name)) continue
    await run(
      db,
      'main.today.keep_figures',
      `insert into hourly_figure (name, figures) values ($1, $2)
         on conflict (name) do update set figures = excluded.figures, counted_at = excluded.counted_at`,
      [name, JSON.stringify(await line.read(db, context))],
    )
  }
}
