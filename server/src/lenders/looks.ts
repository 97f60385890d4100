import type { Context } from '../context.ts'
import { refusalOf } from '../platform/refusal.ts'
import type { Looks } from '../platform/registration.ts'
import { goneInvitation } from './company/invite.ts'
import { findMember } from './company/store.ts'

/** Proposed calls of this district: an invitation of who has a login by now, and roles of a member who was removed. */
export const looks: Readonly<Record<string, Looks<Context>>> = {
  inviteMember: { gone: goneInvitation },
  changeMember: {
    gone: ({ db }, companyId, body) =>
      refusalOf(findMember(db, { companyId, memberId: (body as { memberId: number }).memberId })),
  },
}
