/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  repair: async () => (await import('./repair.ts')).addRepair,
  'repair jobs': async () => (await import('./jobs.ts')).addSweep,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  documents: async () => (await import('./documents.ts')).addDocuments,
  jobs: async () => (await import('./jobs.ts')).addJobs,
}
