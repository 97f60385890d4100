export { inviteFirstStaff, inviteStaff, inviteStaffHere } from './invite.ts'
export { addStaff, listStaff, type Person, setStaffRights, takeStaffRights } from './staff.ts'
export { recordingRefusal } from './use-passkey.ts'
export { invitationLink } from './send-invitation.ts'
