import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import {
  amountField,
  businessDay,
  calendarDayField,
  exportedFile,
  exportFormat,
  idField,
  instant,
  ownName,
  phoneField,
} from '../../fields.ts'
import { newPasswordField } from '../auth/endpoints.ts'
import { confirmationSentence } from '../auth/rules.ts'
import { companyRoles, defaultRuleHours, mostRuleHours, proposalErrors, ruleSubjects } from './rules.ts'

const done = z.object({ message: z.literal('success') })
const role = z.enum(companyRoles)
const subject = z.enum(ruleSubjects)

/** The states of a member. INVITED cannot log in yet, SUSPENDED not now. Who was removed is not listed. */
export const memberStates = ['INVITED', 'ACTIVE', 'SUSPENDED'] as const

const person = z.object({
  memberId: z.int(),
  name: z.string(),
  roles: z.array(role),
  /** The person in charge whom the e-signature provider knows; one of a company at most. */
  isSignatory: z.boolean(),
})

const member = z.object({
  ...person.shape,
  state: z.enum(memberStates),
  /** Null for who is no administrator, unless it is their own. */
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The company's own login, the first administrator. */
  isFirst: z.boolean(),
  isMe: z.boolean(),
  /** Until when the link of the invitation works; null unless INVITED. */
  invitedUntil: z.nullable(instant),
  lastUsed: z.nullable(instant),
  /** Whether they have a second factor; null for who is no administrator, unless it is their own. */
  hasFactor: z.nullable(z.boolean()),
})
export type CompanyMember = z.infer<typeof member>

const rule = z.object({
  subject,
  from: z.nullable(z.int()),
  deciders: z.int(),
  hours: z.int(),
})

const company = z.object({
  name: z.string(),
  me: person,
  people: z.array(member),
  /** The rules in force; what none is about needs no decision. With two administrators PEOPLE always has one. */
  rules: z.array(rule),
  /** From which day each member needs a second factor; null where none is asked for. */
  factorFrom: z.nullable(businessDay),
  /** What was done for me in the last 24 hours, in whole rupiah, by subject; see `decidersOf`. */
  today: z.array(z.object({ subject, amount: z.int() })),
})
export type Company = z.infer<typeof company>

export const getCompany = endpoint({
  operationId: 'getCompany',
  method: 'GET',
  path: '/company',
  auth: 'lender',
  summary: 'The people and rules of this company, and what I may do in it.',
  answer: company,
  errors: ['COMPANY_UNKNOWN'],
})

export const countCompanyProposals = endpoint({
  operationId: 'countCompanyProposals',
  method: 'GET',
  path: '/company/proposals/count',
  auth: 'lender',
  summary: 'How many proposals wait for my decision; 0 outside a company.',
  answer: z.object({ waiting: z.int() }),
  errors: [],
  polling: true,
})

const nameField = ownName(100, 'Tulis nama anggota, paling banyak 100 huruf.')
const emailField = z
  .string('Tulis alamat email.')
  .check(z.maxLength(200, 'Alamat email ini terlalu panjang.'), z.email('Format alamat email salah.'))
const rolesField = z.array(role).check(
  z.minLength(1, 'Pilih paling sedikit satu peran.'),
  z.refine((roles) => new Set(roles).size === roles.length, 'Satu peran hanya dapat dipilih satu kali.'),
)

/** A change of people or rules asks for the second factor, or the password where there is none. */
const checkErrors = ['PASSWORD_CHECK_REQUIRED', 'FACTOR_CHECK_REQUIRED'] as const
const peopleErrors = [...checkErrors, ...proposalErrors, 'COMPANY_ADMINISTRATOR_TAKEN'] as const

export const inviteMember = endpoint({
  operationId: 'inviteMember',
  method: 'POST',
  path: '/company/members',
  auth: 'lender',
  summary:
    'Invite a person by SMS or e-mail, with a link that works once within 72 hours. Again for a phone whose person has not come: another link; the one before ends.',
  body: z.strictObject({
    name: nameField,
    phoneNumber: phoneField,
    email: emailField,
    roles: rolesField,
    isSignatory: z.boolean(),
    by: z.enum(['SMS', 'EMAIL']),
  }),
  answer: z.object({ memberId: z.int(), until: instant }),
  errors: ['COMPANY_UNKNOWN', 'COMPANY_PHONE_TAKEN', 'COMPANY_FULL', ...peopleErrors],
})

const invitationToken = z.string().check(z.regex(/^[\w-]{43}$/))

export const openMemberInvitation = endpoint({
  operationId: 'openMemberInvitation',
  method: 'POST',
  path: '/company/invitation/open',
  auth: 'guest',
  summary:
    'Who is invited to which company, for the holder of the link /lender/undangan#TOKEN; it stays usable.',
  body: z.strictObject({ token: invitationToken }),
  answer: z.object({ company: z.string(), name: z.string(), phoneNumber: z.string(), until: instant }),
  errors: ['MEMBER_INVITATION_ENDED'],
})

export const acceptMemberInvitation = endpoint({
  operationId: 'acceptMemberInvitation',
  method: 'POST',
  path: '/company/invitation/accept',
  auth: 'guest',
  summary:
    'Set the first password by the link of an invitation, once. The person then logs in with their phone.',
  body: z
    .strictObject({
      token: invitationToken,
      newPassword: newPasswordField,
      confirmPassword: z.string(confirmationSentence).check(z.maxLength(99, confirmationSentence)),
    })
    .check(
      z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
        error: confirmationSentence,
        path: ['confirmPassword'],
      }),
    ),
  answer: done,
  errors: ['MEMBER_INVITATION_ENDED', 'PASSWORD_GUESSABLE'],
})

export const changeMember = endpoint({
  operationId: 'changeMember',
  method: 'POST',
  path: '/company/members/change',
  auth: 'lender',
  summary:
    'Give a person these roles and make them signatory or not; who was suspended may log in again. The company has one signatory: the one before is it no longer.',
  body: z.strictObject({ memberId: idField, roles: rolesField, isSignatory: z.boolean() }),
  answer: done,
  errors: ['MEMBER_NOT_FOUND', 'COMPANY_LAST_ADMINISTRATOR', ...peopleErrors],
})

export const endMember = endpoint({
  operationId: 'endMember',
  method: 'POST',
  path: '/company/members/end',
  auth: 'lender',
  summary:
    'Suspend or remove a person at once, by one administrator: their sessions end, their open proposals are withdrawn.',
  body: z.strictObject({ memberId: idField, how: z.enum(['SUSPEND', 'REMOVE']) }),
  answer: done,
  errors: ['MEMBER_NOT_FOUND', 'COMPANY_LAST_ADMINISTRATOR', ...checkErrors],
})

export const changeCompanyRules = endpoint({
  operationId: 'changeCompanyRules',
  method: 'POST',
  path: '/company/rules',
  auth: 'lender',
  summary:
    'Set all rules of the company; what none is about needs no decision. Decided under the rules of before where another administrator is there.',
  body: z.strictObject({
    rules: z
      .array(
        z.strictObject({
          subject,
          from: z.nullable(amountField),
          deciders: z.int().check(z.gte(1), z.lte(2)),
          hours: z._default(z.int().check(z.gte(1), z.lte(mostRuleHours)), defaultRuleHours),
        }),
      )
      .check(
        z.maxLength(ruleSubjects.length),
        z.refine(
          (rules) => new Set(rules.map((one) => one.subject)).size === rules.length,
          'Setiap hal hanya memiliki satu aturan.',
        ),
      ),
    /** From which business day each member needs a second factor, today or within a year; null for none, absent for no change. */
    factorFrom: z.optional(z.nullable(calendarDayField)),
  }),
  answer: done,
  errors: ['COMPANY_UNKNOWN', 'COMPANY_TOO_FEW_DECIDERS', 'COMPANY_FACTOR_DAY', ...peopleErrors],
})

export const companyProposalStates = ['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED'] as const

const proposalRow = z.object({
  number: z.int(),
  /** The call that was proposed, one of `proposableCalls`. */
  call: z.string(),
  subject,
  /** Whole rupiah; null where it has no sum. */
  amount: z.nullable(z.int()),
  maker: z.string(),
  isMine: z.boolean(),
  /** The name of the maker's key with which a system proposed it; null where the maker did. */
  system: z.nullable(z.string()),
  state: z.enum(companyProposalStates),
  at: instant,
  until: instant,
  endedAt: z.nullable(instant),
  /** How many have agreed, and how many must by the rule and the sums of now. */
  agreed: z.int(),
  needed: z.int(),
  /** Whether I may decide it now. */
  mayDecide: z.boolean(),
})
export type CompanyProposalRow = z.infer<typeof proposalRow>

const cursorField = z.optional(z.string().check(z.regex(/^([1-9][0-9]{0,14})?$/)))
const rowsField = z._default(
  z.pipe(z.string().check(z.regex(/^[1-9][0-9]?$|^100$/)), z.pipe(z.transform(Number), z.int())),
  20,
)

export const listCompanyProposals = endpoint({
  operationId: 'listCompanyProposals',
  method: 'GET',
  path: '/company/proposals',
  auth: 'lender',
  summary: 'The proposals of this company, newest first: those that wait for me, my own, or all.',
  query: z.strictObject({
    for: z._default(z.enum(['me', 'mine', 'all']), 'me'),
    limit: rowsField,
    /** `next` of the page before. */
    after: cursorField,
  }),
  answer: z.object({ list: z.array(proposalRow), next: z.nullable(z.string()) }),
  errors: ['COMPANY_UNKNOWN'],
})

export const getCompanyProposal = endpoint({
  operationId: 'getCompanyProposal',
  method: 'GET',
  path: '/company/proposals/one',
  auth: 'lender',
  summary:
    'A proposal with the body that decides it (`proposalHeader`), who decided, and what has changed since it was made.',
  query: z.strictObject({ number: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)) }),
  answer: z.object({
    ...proposalRow.shape,
    /** The body of `call`, without a password. Sent again with the number, and a password where the call needs one. */
    body: z.record(z.string(), z.unknown()),
    /** Why it cannot be done as it is now: taken, cash gone, preview different. Empty where it can. */
    changed: z.array(z.object({ code: z.string(), message: z.string() })),
    /** Why it ended by itself: what it was about has gone. Null where a person withdrew it, and in other states. */
    because: z.nullable(z.string()),
    decisions: z.array(
      z.object({
        name: z.string(),
        verdict: z.enum(['AGREED', 'REFUSED']),
        at: instant,
        reason: z.nullable(z.string()),
      }),
    ),
    mayWithdraw: z.boolean(),
    /** What is read before it is decided: the text of the mandate; null for all but grantMandate. */
    document: z.nullable(z.object({ title: z.string(), filepath: z.string() })),
  }),
  errors: ['COMPANY_UNKNOWN', 'PROPOSAL_NOT_FOUND'],
})

const numberField = z.int().check(z.gt(0))
const endErrors = ['PROPOSAL_NOT_FOUND', 'PROPOSAL_ENDED', 'PROPOSAL_EXPIRED'] as const

export const refuseCompanyProposal = endpoint({
  operationId: 'refuseCompanyProposal',
  method: 'POST',
  path: '/company/proposals/refuse',
  auth: 'lender',
  summary: 'Refuse a proposal with a reason, which its maker reads. It ends.',
  body: z.strictObject({
    number: numberField,
    reason: ownName(200, 'Tulis alasan, paling banyak 200 huruf.'),
  }),
  answer: done,
  errors: [...endErrors, 'PROPOSAL_OWN', 'PROPOSAL_DECIDED', 'PROPOSAL_MAKER_GONE'],
})

export const withdrawCompanyProposal = endpoint({
  operationId: 'withdrawCompanyProposal',
  method: 'POST',
  path: '/company/proposals/withdraw',
  auth: 'lender',
  summary: 'Withdraw a proposal of my own.',
  body: z.strictObject({ number: numberField }),
  answer: done,
  errors: endErrors,
})

const activity = z.object({
  at: instant,
  /** The member's name, or that of the key and who made it. */
  who: z.string(),
  memberId: z.int(),
  operation: z.string(),
  /** `done`, or the code of the refusal. */
  outcome: z.string(),
  /** The network address. */
  source: z.nullable(z.string()),
  proposal: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  /** From which day a second factor was asked for before and after, of a change of the rules that changed it. */
  factorFrom: z.nullable(z.object({ before: z.nullable(businessDay), after: z.nullable(businessDay) })),
})
export type CompanyActivity = z.infer<typeof activity>

export const listCompanyActivity = endpoint({
  operationId: 'listCompanyActivity',
  method: 'GET',
  path: '/company/activity',
  auth: 'lender',
  summary: 'What the members of this company did and its keys proposed, newest first, from the audit trail.',
  query: z.strictObject({
    limit: rowsField,
    after: z.optional(z.string().check(z.regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/))),
  }),
  answer: z.object({ list: z.array(activity), next: z.nullable(z.string()) }),
  errors: ['COMPANY_UNKNOWN'],
})

export const exportCompanyActivity = endpoint({
  operationId: 'exportCompanyActivity',
  method: 'GET',
  path: '/company/activity/export',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary: 'The activity of the last twelve months as a file.',
  query: z.strictObject({ format: exportFormat }),
  answer: exportedFile,
  errors: ['COMPANY_UNKNOWN'],
})
