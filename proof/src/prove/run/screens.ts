import { portfolioFilterStatuses } from '@pematang/contract/reports/portfolio/endpoints'
import { transactionStatuses, transactionTypes } from '@pematang/contract/reports/transactions/endpoints'
import { untilUp } from '../doors/insist.ts'
import { dayOf } from '../../model/days.ts'
import { historyOf, portfolioOf } from '../../model/screens.ts'
import { noticeKinds } from '../../model/counts.ts'
import type { Difference } from './difference.ts'
import type { Island, Scenario } from './island.ts'

const names = <Of extends object>(of: Of): (keyof Of & string)[] => Object.keys(of) as (keyof Of & string)[]

/** Compares how many rows history and portfolio show to each lender under each of their filters. */
export async function compareScreens(islands: readonly Island[]): Promise<Difference[]> {
  const found = await Promise.all(islands.map(compareScreensOf))
  return found.flat()
}

async function compareScreensOf(island: Island): Promise<Difference[]> {
  const found: Difference[] = []
  const today = dayOf(island.scenario.system.now())
  const note = (of: string, model: number, system: number) => {
    if (model !== system) found.push({ of, model, system })
  }
  for (const [name, door] of island.lenders) {
    const history = historyOf(island.books, name)
    for (const type of names(transactionTypes))
      for (const status of names(transactionStatuses)) {
        const shown = await door.historyCount(transactionTypes[type], transactionStatuses[status])
        note(`${type} ${status} in the history of ${name}`, history[`${type} ${status}`] ?? 0, shown)
      }
    const portfolio = portfolioOf(island.books, name, today)
    for (const status of portfolioFilterStatuses)
      note(`${status} in the portfolio of ${name}`, portfolio[status] ?? 0, await door.portfolioCount(status))
  }
  return found
}

/** Compares the notices of each lender since the last jump of the clock, by kind. */
export async function compareNotices(scenario: Scenario, islands: readonly Island[]): Promise<Difference[]> {
  const lenders = islands.flatMap(({ books }) => [...books.lenders])
  const { rows } = await untilUp(scenario.system, () =>
    scenario.db().query<{ name: string; kind: string; count: number }>({
      text: `select l.phone as name, n.kind, count(*)::int as count from notice n join lender l on l.id = n.lender_id
              where l.phone = any($1) and n.kind = any($2) and n.created_at >= $3 group by 1, 2`,
      values: [lenders.map(([name]) => name), noticeKinds, new Date(scenario.system.sinceJump)],
    }),
  )
  const system = new Map(rows.map(({ name, kind, count }) => [`${kind} to ${name}`, count]))
  const found: Difference[] = []
  for (const [name, { notices }] of lenders)
    for (const kind of noticeKinds) {
      const of = `${kind} to ${name}`
      const [expected, written] = [notices[kind] ?? 0, system.get(of) ?? 0]
      if (expected !== written) found.push({ of: `notices ${of}`, model: expected, system: written })
    }
  return found
}
