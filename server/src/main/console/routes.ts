import { mostFileBytes } from '@pematang/contract/staff/files'
import type { Context } from '../../context.ts'
import type { ConsoleRoutes } from '../../platform/http/routes.ts'
import { loadTodayLines } from '../today/load-lines.ts'
import { describeActions, preview, proposeAction } from './actions.ts'
import {
  listTransactions,
  loanPage,
  paymentPage,
  reveal,
  searchAll,
  withdrawalPage,
} from '../../reports/index.ts'
import { fileDays, openFile } from '../../staff/index.ts'
import { fileKinds } from './file-kinds.ts'
import { describeKind, listFiles, proposeKept, showFile, tryAgain, upload } from './files.ts'
import { actionsOf } from './load-actions.ts'
import { portfolioOf, showLender, withActions } from './objects.ts'
import { confirmOwn, listProposals, showProposal, withdrawOwn } from './proposals.ts'
import { listStaffWithRights, listRuleVersions } from './staff.ts'
import { listLine, showToday } from './today.ts'
import { searchTrail } from './trail.ts'

type Calls =
  | 'getToday'
  | 'listToday'
  | 'listActions'
  | 'previewAction'
  | 'proposeAction'
  | 'listProposals'
  | 'getProposal'
  | 'withdrawProposal'
  | 'confirmProposal'
  | 'searchTrail'
  | 'listStaff'
  | 'listRules'
  | 'search'
  | 'getLenderPage'
  | 'listLenderPortfolio'
  | 'listLenderTransactions'
  | 'getLoanPage'
  | 'getPaymentPage'
  | 'getWithdrawalPage'
  | 'reveal'
  | 'listFileKinds'
  | 'listFiles'
  | 'uploadFile'
  | 'getFile'
  | 'tryFile'
  | 'proposeFile'
  | 'openFile'

/** The console's calls that need every district: what waits, actions, proposals and the trail. */
export const consoleRoutes = (context: Context): ConsoleRoutes<Calls> => {
  const actions = actionsOf()
  return {
    getToday: async ({ staff }) => showToday(context, await loadTodayLines(), await actions(), staff),
    listToday: async ({ query }) => listLine(context, await loadTodayLines(), await actions(), query),
    listActions: async () => ({ actions: await describeActions(context, await actions()) }),
    previewAction: async ({ staff, body }) => preview(context, await actions(), staff.staffId, body),
    proposeAction: async ({ staff: { staffId }, body, key, requestId, source }) =>
      proposeAction(context, await actions(), { staffId, key, requestId, source }, body),
    listProposals: async ({ staff, query }) => listProposals(context, await actions(), staff, query),
    getProposal: async ({ staff, query }) =>
      showProposal(context, await actions(), staff, Number(query.number)),
    withdrawProposal: ({ staff, body, requestId, source }) =>
      withdrawOwn(context, staff.staffId, body.number, { requestId, source }),
    confirmProposal: ({ staff, body, requestId, source }) =>
      confirmOwn(context, staff.staffId, body.number, { requestId, source }),
    searchTrail: async ({ query }) => searchTrail(context, await actions(), query),
    listStaff: async () => ({ people: await listStaffWithRights(context) }),
    search: async ({ query }) => searchAll(context, query.q, await actions()),
    getLenderPage: async ({ staff: { staffId }, query, requestId, source }) =>
      showLender(context, await actions(), Number(query.id), { staffId, requestId, source }),
    listLenderPortfolio: ({ query: { id, ...page } }) => portfolioOf(context, Number(id), page),
    listLenderTransactions: ({ query: { id, ...page } }) => listTransactions(context, Number(id), page),
    getLoanPage: async ({ query }) => withActions(await actions(), await loanPage(context, query.number)),
    getPaymentPage: async ({ query }) =>
      withActions(await actions(), await paymentPage(context, query.reference)),
    getWithdrawalPage: async ({ query }) =>
      withActions(await actions(), await withdrawalPage(context, query.id)),
    reveal: ({ staff: { staffId }, body, requestId, source }) =>
      reveal(context, body, { staffId, requestId, source }),
    listFileKinds: async () => ({
      kinds: (await fileKinds()).map(describeKind),
      mostBytes: mostFileBytes,
      days: fileDays,
    }),
    listFiles: ({ query }) => listFiles(context, query),
    uploadFile: ({ staff: { staffId }, query, body, requestId, source }) =>
      upload(context, { staffId, requestId, source }, query, body),
    getFile: ({ staff, query }) => showFile(context, staff, query.id),
    tryFile: ({ staff: { staffId }, body, requestId, source }) =>
      tryAgain(context, { staffId, requestId, source }, body.id),
    proposeFile: ({ staff: { staffId }, body, key, requestId, source }) =>
      proposeKept(context, { staffId, key, requestId, source }, body),
    openFile: ({ staff: { staffId }, body, requestId, source }) =>
      openFile(context, body, { staffId, requestId, source }),
    listRules: async () => ({ operations: await listRuleVersions(context, await actions()) }),
  }
}
