/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  proposals: {
    says: 'perintah yang menunggu persetujuan orang kedua',
    open: async () => (await import('./proposals.ts')).addProposals,
  },
  'break-glass': {
    says: 'perintah yang dijalankan tanpa persetujuan orang kedua yang diminta aturan',
    open: async () => (await import('./break-glass.ts')).addBreakGlass,
  },
  staff: {
    says: 'staf dan wewenangnya: LOOK, WORK, DECIDE, ADMIN',
    open: async () => (await import('./staff.ts')).addStaffCommands,
  },
  approvals: {
    says: 'aturan persetujuan orang kedua',
    open: async () => (await import('./approvals.ts')).addApprovals,
  },
}
