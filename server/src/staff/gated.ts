import type { Context } from '../context.ts'
import type { GatedCommand } from '../platform/registration.ts'
import { acceptFile } from './approvals/accept-file.ts'
import { setApprovalRules } from './approvals/rules.ts'
import { addStaff, inviteStaff, setStaffRights } from './people/index.ts'

/** The commands of this district that declare `secondPair`. */
export const gated: readonly GatedCommand<Context>[] = [
  acceptFile,
  setApprovalRules,
  addStaff,
  setStaffRights,
  inviteStaff,
]
