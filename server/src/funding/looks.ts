import type { EndpointBody } from '@pematang/contract/endpoint'
import type { submitBulkFunding } from '@pematang/contract/funding/bulk/endpoints'
import { cashOf } from '../books/index.ts'
import type { Context } from '../context.ts'
import { documentPath } from '../documents/index.ts'
import { Refusal, refusalOf } from '../platform/refusal.ts'
import type { Look, Looks } from '../platform/registration.ts'
import { changeable } from './auto/strategies.ts'
import { previewBulk } from './bulk/preview.ts'
import { requireOffered } from './bulk/submit.ts'
import { findVersion } from './mandate/store.ts'
import { areOffered, type ChosenLoan, checkSelection } from './selection/check.ts'

/** The refusals of a look, each once; what refuses the look itself is one too. */
async function lookedAt(look: () => Promise<Look>): Promise<Look> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refusal) return { changed: [saidBy(error)] }
    throw error
  }
}

const saidBy = ({ code, message }: Refusal) => ({ code, message })

/** Loans that are taken, and cash or limits that do not suffice any more. */
const selection = async (context: Context, companyId: number, body: unknown): Promise<Look> => {
  const { loans } = body as { loans: readonly ChosenLoan[] }
  const { list } = await checkSelection(context, companyId, loans)
  return {
    changed: list.flatMap(({ loanNumber, refusal }) =>
      refusal ? [{ code: refusal.code, message: `${loanNumber}: ${refusal.message}` }] : [],
    ),
  }
}

/** Another preview than the proposed one, and cash that does not suffice. */
const bulk = async (context: Context, companyId: number, body: unknown): Promise<Look> => {
  const asked = body as EndpointBody<typeof submitBulkFunding>
  const { preview_sha256: now, total_loan_amount: total } = await previewBulk(
    context,
    companyId,
    asked.loan_bulk_upload_group_id,
    null,
  )
  const { available } = await cashOf(context.db, companyId)
  const isOther =
    (asked.preview_sha256 !== undefined && asked.preview_sha256 !== now) ||
    (asked.total_loan_amount !== undefined && asked.total_loan_amount !== total)
  return {
    changed: [
      ...(isOther ? [saidBy(new Refusal('BULK_CHANGED'))] : []),
      ...(total > available ? [saidBy(new Refusal('BULK_CASH_TOO_LOW'))] : []),
    ],
  }
}

/** The text of the mandate. */
const mandate = async ({ db }: Context, companyId: number, body: unknown): Promise<Look> => {
  const found = await findVersion(db, companyId, (body as { version: number }).version)
  return {
    changed: [],
    ...(found && { document: { title: found.number, filepath: documentPath(found.documentId) } }),
  }
}

type Looking = (context: Context, companyId: number, body: unknown) => Promise<Look>

const looking =
  (look: Looking): Looking =>
  (context, companyId, body) =>
    lookedAt(() => look(context, companyId, body))

/** The strategies that an order or a change names, each of which must not have ended. */
const strategies: Looks<Context> = {
  async gone({ db }, companyId, body) {
    const { strategyId, strategyIds = [] } = body as { strategyId?: string; strategyIds?: readonly string[] }
    const named = strategyId === undefined ? strategyIds : [strategyId]
    return refusalOf(Promise.all(named.map((id) => changeable(db, companyId, id))))
  },
}

/**
 * Proposed calls of this district. A loan that is taken may come back until its offer ends, and so may its place in a bulk
 * funding; a mandate with a newer text does not.
 */
export const looks: Readonly<Record<string, Looks<Context>>> = {
  fundSelection: {
    look: looking(selection),
    async gone({ db }, _, body) {
      const { loans } = body as { loans: readonly ChosenLoan[] }
      const numbers = loans.map(({ loanNumber }) => loanNumber)
      return (await areOffered(db, numbers)) ? null : new Refusal('LOAN_CLOSED')
    },
  },
  submitBulkFunding: {
    look: looking(bulk),
    gone: ({ db }, companyId, body) =>
      refusalOf(requireOffered(db, companyId, body as EndpointBody<typeof submitBulkFunding>)),
  },
  changeStrategy: strategies,
  setStrategyState: strategies,
  orderStrategies: strategies,
  grantMandate: {
    look: looking(mandate),
    async gone({ db }, companyId, body) {
      const found = await findVersion(db, companyId, (body as { version: number }).version)
      return found?.current ? null : new Refusal('MANDATE_OUTDATED')
    },
  },
}
