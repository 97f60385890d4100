/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  proposals: async () => (await import('./proposals.ts')).addProposals,
  'break-glass': async () => (await import('./break-glass.ts')).addBreakGlass,
  staff: async () => (await import('./staff.ts')).addStaffCommands,
  approvals: async () => (await import('./approvals.ts')).addApprovals,
}
