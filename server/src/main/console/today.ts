import type { Context } from '../../context.ts'
import type { TodayFigure } from '../../platform/today-line.ts'
import { InputRefusal } from '../../platform/http/bind.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countForPerson } from '../../staff/index.ts'
import type { TodayLines } from '../today/load-lines.ts'
import { readToday } from '../today/read-today.ts'
import { wordsOf } from '../today/words.ts'
import type { Actions } from './load-actions.ts'
import type { StaffCaller } from '../../platform/http/requests.ts'

/** The lines of `operator today`, with where each leads. */
export async function showToday(
  context: Context,
  lines: TodayLines,
  { titleOf }: Pick<Actions, 'titleOf'>,
  { staffId, rights }: Pick<StaffCaller, 'staffId' | 'rights'>,
) {
  const { day, at, red, lines: entries } = await readToday(context, lines)
  return {
    ...{ day, red, at: at.toISOString() },
    forMe: await countForPerson(context.db, { staffId, decides: rights.includes('DECIDE') }),
    lines: entries.map((read) => {
      const { name, id, countedAt, red: isRed, see } = read
      const line = lines.get(name)
      const figures = read.figures.map((figure) =>
        figure.of === undefined ? figure : { ...figure, of: titleOf(figure.of) },
      )
      return {
        ...{ key: name, words: id, red: isRed, command: see },
        says: wordsOf({ ...read, figures }, at),
        figures: figures.map(asFigure),
        // Lenders and borrowers have no sum.
        count: line?.tells && figures.length > 1 ? null : total(figures.map(({ count }) => count)),
        amount: total(figures.map(({ amount }) => amount)),
        since: oldest(figures),
        countedAt: countedAt?.toISOString() ?? null,
        tells: line?.tells ?? false,
        hasList: line?.list !== undefined,
        actions: [...(line?.actions ?? [])],
      }
    }),
  }
}

const asFigure = ({ of, count, amount, share, since, until, red }: TodayFigure) => ({
  ...{ of: of ?? null, count: count ?? null, amount: amount ?? null, share: share ?? null, red },
  since: since?.toISOString() ?? null,
  until: until ?? null,
})

/** The sum of the figures that there are; null where there are none. */
const total = (values: readonly (number | undefined)[]): number | null => {
  const there = values.filter((value) => value !== undefined)
  return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0)
}

function oldest(figures: readonly TodayFigure[]): string | null {
  const times = figures.flatMap(({ since }) => (since ? [since.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString()
}

/**
 * The things behind a line.
 * @throws Refusal NOT_FOUND where it has no list, INPUT_INVALID for a cursor that it has not given
 */
export async function listLine(
  { db }: Context,
  lines: TodayLines,
  { titleOf }: Pick<Actions, 'titleOf'>,
  { key, limit, after }: { key: string; limit: number; after?: string | undefined },
) {
  const line = lines.get(key)
  if (!line?.list) throw new Refusal('NOT_FOUND')
  if (after !== undefined && !/^[\w:. +-]{1,100}$/.test(after))
    throw new InputRefusal('Penanda halaman ini tidak dikenal.')
  const { rows, next } = await line.list(db, { limit, after, titleOf })
  return { words: line.id, rows, next }
}
