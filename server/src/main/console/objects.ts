import type { ObjectPage } from '@pematang/contract/staff/objects'
import type { Context } from '../../context.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { lenderPage, listPortfolio, trailOfLender } from '../../reports/index.ts'
import type { Action } from '../../staff/index.ts'
import type { Actions } from './load-actions.ts'
import { asEntries } from './trail.ts'

type Page = Omit<ObjectPage, 'trail' | 'actions'>

/** The page of a lender with the actions that belong there and the newest entries of the trail. */
export async function showLender(
  context: Context,
  actions: Actions,
  lenderId: number,
  by: Origin & { staffId: number },
) {
  const { summary, ...page } = await lenderPage(context, lenderId, by)
  const entries = await trailOfLender(context.db, lenderId)
  const trail = await asEntries(
    context.db,
    entries.map(({ source, ...entry }) => ({
      ...entry,
      subject: `lender:${lenderId}`,
      detail: source === null ? null : { source },
      sealed: true,
    })),
    actions,
  )
  return { ...withActions(actions, page), trail, summary }
}

/** A page with the actions that belong to it, each with what its form is filled with. */
export const withActions = ({ byName }: Actions, page: Page): ObjectPage => ({
  ...page,
  trail: [],
  actions: [...byName.values()]
    .filter((one) => belongs(one, page))
    .map(({ name, fields }) => ({ name, input: filledFrom(fields, page) })),
})

/** A payment of a lender has an id, one of a borrower only its reference; each has its own actions. */
function belongs({ belongsTo, group }: Action, { about: { kind }, facts }: Page): boolean {
  if (!belongsTo.includes(kind)) return false
  if (kind !== 'PAYMENT') return true
  const isOfBorrower = facts[0]?.facts.some(({ label }) => label === 'Penerima Dana') ?? false
  return isOfBorrower === (group === 'Pembayaran')
}

function filledFrom(fields: Action['fields'], { about, lenderId }: Page): Record<string, string> {
  const known: Record<string, string | null> = {
    LENDER: lenderId === null ? null : String(lenderId),
    [about.kind]: about.id,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) => {
      const value = known[kind]
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
}

type PageOfList = { page: number; limit: number }

/** What a lender sees as their portfolio. References of documents are keys to them, and stay the lender's. */
export async function portfolioOf(context: Context, lenderId: number, page: PageOfList) {
  const { list, pagination } = await listPortfolio(context, lenderId, page)
  const withheld = {
    ...{ docTokenUrl: null, lenderAgreementFile: null, lenderAgreementUrl: null, factsheetUrl: null },
    ...{ xignaturePpUrl: null, xignaturePpfpUrl: null },
  }
  return { list: list.map((item) => ({ ...item, ...withheld })), pagination }
}
