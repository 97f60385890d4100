import type { Context } from '../../context.ts'
import {
  closeProviderDocuments,
  findProviderDocuments,
  type FundingRow,
  mayBeSigned,
} from '../single/index.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { cancelAtProvider, settleSigned, tokenOf } from './ask-provider.ts'
import { isLongOver } from './store.ts'

/** The interval at which a provider that cannot cancel is polled; its callbacks are handled immediately. */
export const openDocumentsPause = '6 hours'

/**
 * Cancels the documents of an ended funding, until the provider confirms it; a provider that cannot cancel is polled
 * for thirty days. A signature made in that time is stored as void.
 */
export async function closeDocuments(context: Context, funding: FundingRow): Promise<JobResult> {
  const documents = await findProviderDocuments(context.db, funding.id)
  if (!documents || documents.closed) return undefined
  const token = mayBeSigned(documents) ? await tokenOf(context, funding, documents) : undefined
  const status = token === undefined ? 'none' : await cancelAtProvider(context, token)
  if (status === 'pending' && !(await isLongOver(context.db, funding.id)))
    return { again: openDocumentsPause }
  if (token !== undefined && status === 'signed') {
    context.log.error({ fundingId: funding.id }, 'an agreement was signed after its funding had ended')
    await settleSigned(context, funding, token, { isVoid: true })
  } else {
    const input = { fundingId: funding.id, status }
    await perform(context, closeSigning, { actor: { kind: 'system' }, input })
  }
  return undefined
}

const closeSigning = mutation<Context, { fundingId: string; status: string }, { closed: true }>({
  operation: 'closeSigning',
  permit: ['system'],
  async run(tx, { fundingId, status }) {
    await closeProviderDocuments(tx, fundingId)
    return { answer: { closed: true }, subject: `funding:${fundingId}`, detail: { status } }
  },
})
