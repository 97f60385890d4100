import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { proposalMailJobs } from '../../staff/index.ts'
import { actionsOf } from './load-actions.ts'

/** Tells staff of proposals by the titles of the console, whose actions are of every district. */
export function proposalMails(context: Context): JobHandlers {
  const actions = actionsOf()
  return proposalMailJobs(context, async (proposal) => {
    const all = await actions()
    return all.ofProposal(proposal)?.title ?? all.titleOf(proposal.operation)
  })
}
