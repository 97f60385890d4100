import { formatCalculated } from '@pematang/contract/format/percent'
import type { Insight } from '@pematang/contract/reports/insight/endpoints'

type Grades = Insight['composition']['grades']

/** One row of a composition: whole rupiah, the share as shown, and `detail` with the parts of the row. */
export type Part = { name: string; outstanding: number; share: string; detail: string | null }

const letterOf = (grade: string | null): string | null => /^[A-Za-z]+/.exec(grade ?? '')?.[0] ?? grade

/**
 * Groups the grades by letter, because a scale from A1 to E5 is too long to read at a glance: 'A' with 'A1 10,91%, A2
 * 3,00%' below it. The order is kept. A letter with a single grade keeps its full name and share.
 */
export function byLetter(grades: Grades): Part[] {
  const total = grades.reduce((sum, { outstanding }) => sum + outstanding, 0)
  const groups = Map.groupBy(grades, ({ grade }) => letterOf(grade))
  return [...groups].map(([letter, members]) => {
    const [only] = members
    if (members.length === 1 && only) {
      const { grade, outstanding, share } = only
      return { name: grade ?? 'Tanpa rating', outstanding, share, detail: null }
    }
    const outstanding = members.reduce((sum, member) => sum + member.outstanding, 0)
    return {
      name: letter ?? 'Tanpa rating',
      outstanding,
      share: formatCalculated(total > 0 ? outstanding / total : 0),
      detail: members.map(({ grade, share }) => `${grade} ${share}`).join(', '),
    }
  })
}
