import type { ConsoleEndpoint } from './endpoint.ts'
import { listActions, previewAction, proposeAction } from './staff/actions.ts'
import {
  getFile,
  listFileKinds,
  listFiles,
  openFile,
  proposeFile,
  tryFile,
  uploadFile,
} from './staff/files.ts'
import {
  getLenderPage,
  getLoanPage,
  getPaymentPage,
  getWithdrawalPage,
  listLenderPortfolio,
  listLenderTransactions,
  reveal,
} from './staff/objects.ts'
import { search } from './staff/search.ts'
import { confirmProposal, getProposal, listProposals, withdrawProposal } from './staff/proposals.ts'
import { getToday, listToday } from './staff/today.ts'
import { listRules, listStaff, searchTrail } from './staff/trail.ts'
import { decideProposals, offerDecision } from './staff/approvals/deciding.ts'
import {
  acceptInvitation,
  addPasskey,
  closeConsoleSession,
  endPasskey,
  getConsoleSession,
  listPasskeys,
  offerLogin,
  offerPasskey,
  openConsoleSession,
  openInvitation,
} from './staff/people/endpoints.ts'

/** The calls of the console. It is apart from the lenders' API: another port, cookie and table of sessions. */
export const consoleEndpoints = {
  getConsoleSession,
  offerLogin,
  openConsoleSession,
  closeConsoleSession,
  getToday,
  listToday,
  listActions,
  previewAction,
  proposeAction,
  listProposals,
  getProposal,
  withdrawProposal,
  confirmProposal,
  listFileKinds,
  listFiles,
  uploadFile,
  getFile,
  tryFile,
  proposeFile,
  openFile,
  searchTrail,
  search,
  getLenderPage,
  listLenderPortfolio,
  listLenderTransactions,
  getLoanPage,
  getPaymentPage,
  getWithdrawalPage,
  reveal,
  listStaff,
  listRules,
  openInvitation,
  acceptInvitation,
  listPasskeys,
  offerPasskey,
  addPasskey,
  endPasskey,
  offerDecision,
  decideProposals,
} as const satisfies Record<string, ConsoleEndpoint>

export type ConsoleEndpoints = typeof consoleEndpoints

/** All calls keyed by `METHOD /path`, so that the browser needs only the types and no schema. */
export type ConsoleEndpointsByRoute = {
  [K in keyof ConsoleEndpoints as `${ConsoleEndpoints[K]['method']} ${ConsoleEndpoints[K]['path']}`]: ConsoleEndpoints[K]
}
