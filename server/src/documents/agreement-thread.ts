import { serveTasks } from '../platform/threads/serve-tasks.ts'
import { renderAgreement } from './pdf/render.ts'
import type { AgreementSnapshot } from './pdf/snapshot.ts'

// The program of a thread that makes agreements: both of a funding are one task.

serveTasks((snapshot: AgreementSnapshot) => ({
  pp: renderAgreement('pp', snapshot),
  ppfp: renderAgreement('ppfp', snapshot),
}))
