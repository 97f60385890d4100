import type { EndpointBody } from '@pematang/contract/endpoint'
import type { submitBulkFunding } from '@pematang/contract/funding/bulk/endpoints'
import { cashOf } from '../books/index.ts'
import type { Context } from '../context.ts'
import { documentPath } from '../documents/index.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Look, Looks } from '../platform/registration.ts'
import { previewBulk } from './bulk/preview.ts'
import { findVersion } from './mandate/store.ts'
import { type ChosenLoan, checkSelection } from './selection/check.ts'

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

/** The text of the mandate, while it is the newest. */
const mandate = async ({ db }: Context, companyId: number, body: unknown): Promise<Look> => {
  const found = await findVersion(db, companyId, (body as { version: number }).version)
  if (!found?.current) return { changed: [saidBy(new Refusal('MANDATE_OUTDATED'))] }
  return { changed: [], document: { title: found.number, filepath: documentPath(found.documentId) } }
}

const looking =
  (look: Looks<Context>): Looks<Context> =>
  (context, companyId, body) =>
    lookedAt(() => look(context, companyId, body))

/** How proposed calls of this district look now. */
export const looks: Readonly<Record<string, Looks<Context>>> = {
  fundSelection: looking(selection),
  submitBulkFunding: looking(bulk),
  grantMandate: looking(mandate),
}
