/** What a person of the staff may do: read, propose, decide, and change staff. */
export const staffRights = ['LOOK', 'WORK', 'DECIDE', 'ADMIN'] as const
export type StaffRight = (typeof staffRights)[number]
