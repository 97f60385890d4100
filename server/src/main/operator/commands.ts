/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  repair: {
    says: 'yang dilakukan worker dengan sendirinya, dilakukan sekarang: bila ia tidak berjalan, atau setelah gangguan diperbaiki',
  },
  'repair jobs': async () => (await import('./jobs.ts')).addSweep,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  documents: {
    says: 'isi dokumen, di dalam basis data atau di luarnya',
    open: async () => (await import('./documents.ts')).addDocuments,
  },
  jobs: {
    says: 'pekerjaan sistem di latar belakang',
    open: async () => (await import('./jobs.ts')).addJobs,
  },
}
