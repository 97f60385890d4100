import { type Quality, qualityOn } from '../../model/closed-days.ts'
import { type Day, daysFrom, laterBy } from '../../model/days.ts'
import type { Island, Scenario } from './island.ts'
import { Breach } from './operation.ts'

/**
 * Closes the days that a jump of the clock has ended, and compares their figures with the model, before anything is
 * recorded that counts on them.
 * @param from the day before the jump
 * @param today the day after it, which is not over
 * @throws Breach
 */
export async function closeDays(
  scenario: Scenario,
  islands: readonly Island[],
  { from, today }: { from: Day; today: Day },
): Promise<void> {
  await scenario.operator.must(['days', 'close', '--from', from])
  const { rows } = await scenario.db().query<Quality & { day: Day }>({
    text: `select date::text as day, loans, array[total - dalam_perhatian_khusus - kurang_lancar - diragukan - macet,
                  dalam_perhatian_khusus, kurang_lancar, diragukan, macet] as classes
             from day_close where date >= $1 order by date`,
    values: [from],
  })
  const books = islands.map((island) => island.books)
  const expected = Array.from({ length: daysFrom(from, today) }, (_, days) => laterBy(from, days)).map(
    (day) => ({ day, ...qualityOn(books, day) }),
  )
  const system = rows.map(({ day, loans, classes }) => ({ day, loans, classes: classes.map(Number) }))
  const differs = expected.filter((one, place) => JSON.stringify(one) !== JSON.stringify(system[place]))
  if (differs.length > 0 || system.length !== expected.length)
    throw new Breach('closed days differ from the model', {
      model: differs.slice(0, 3),
      system: system.filter(({ day }) => differs.slice(0, 3).some((one) => one.day === day)),
      days: [expected.length, system.length],
    })
}
