import { randomBytes } from 'node:crypto'
import type { Entry, IdField } from './matrix-entry.ts'

type Calls =
  | 'getCompany'
  | 'countCompanyProposals'
  | 'inviteMember'
  | 'openMemberInvitation'
  | 'acceptMemberInvitation'
  | 'changeMember'
  | 'endMember'
  | 'changeCompanyRules'
  | 'listCompanyProposals'
  | 'getCompanyProposal'
  | 'refuseCompanyProposal'
  | 'withdrawCompanyProposal'
  | 'listCompanyActivity'
  | 'exportCompanyActivity'

const nothing: Entry = { ids: {}, plain: [] }

// Members, proposals and links of another company, and every call of a member: lenders/company/roles.test.ts.
const link = (more: object): IdField => ({
  input: (token) => ({ body: { token, ...more } }),
  foreign: {
    'one that never was': randomBytes(32).toString('base64url'),
    'another that never was': randomBytes(32).toString('base64url'),
  },
})
const numbers = { 'one that never was': 999_999, 'another that never was': 1 }
const password = { newPassword: 'Padi-8-Padi', confirmPassword: 'Padi-8-Padi' }

export const companyMatrix: Record<Calls, () => Entry> = {
  getCompany: () => nothing,
  countCompanyProposals: () => nothing,
  inviteMember: () => ({
    ids: {},
    plain: ['body.name', 'body.phoneNumber', 'body.email', 'body.roles', 'body.isSignatory', 'body.by'],
  }),
  openMemberInvitation: () => ({ ids: { 'body.token': link({}) }, plain: [] }),
  acceptMemberInvitation: () => ({
    ids: { 'body.token': link(password) },
    plain: ['body.newPassword', 'body.confirmPassword'],
  }),
  changeMember: () => ({
    ids: {
      'body.memberId': {
        input: (memberId) => ({ body: { memberId, roles: ['VIEWER'], isSignatory: false } }),
        foreign: numbers,
      },
    },
    plain: ['body.roles', 'body.isSignatory'],
  }),
  endMember: () => ({
    ids: {
      'body.memberId': { input: (memberId) => ({ body: { memberId, how: 'SUSPEND' } }), foreign: numbers },
    },
    plain: ['body.how'],
  }),
  changeCompanyRules: () => ({
    ids: {},
    plain: [
      'body.factorFrom',
      'body.rules.deciders',
      'body.rules.from',
      'body.rules.hours',
      'body.rules.subject',
    ],
  }),
  listCompanyProposals: () => ({ ids: {}, plain: ['query.after', 'query.for', 'query.limit'] }),
  getCompanyProposal: () => ({
    ids: {
      'query.number': { input: (number) => ({ query: { number: String(number) } }), foreign: numbers },
    },
    plain: [],
  }),
  refuseCompanyProposal: () => ({
    ids: {
      'body.number': { input: (number) => ({ body: { number, reason: 'tidak perlu' } }), foreign: numbers },
    },
    plain: ['body.reason'],
  }),
  withdrawCompanyProposal: () => ({
    ids: { 'body.number': { input: (number) => ({ body: { number } }), foreign: numbers } },
    plain: [],
  }),
  listCompanyActivity: () => ({ ids: {}, plain: ['query.after', 'query.limit'] }),
  exportCompanyActivity: () => ({ ids: {}, plain: ['query.format'] }),
}
