import { serveTasks } from '../../platform/threads/serve-tasks.ts'
import type { AgreementTask } from './agreement-renderer.ts'
import { renderConfirmation } from '../pdf/confirmation.ts'
import { renderMandate } from '../pdf/mandate-text.ts'
import { renderAgreement } from '../pdf/render.ts'
import { renderReport } from '../pdf/report.ts'
import { openCertificate } from '../signature/certificate.ts'

// The program of a thread that renders documents. Each task is the two agreements of a funding, or a mandate, a report
// or a confirmation.

serveTasks((task: AgreementTask) => {
  const opened = openCertificate(task.certificate)
  if ('report' in task) return renderReport(task.report, opened, task.signedAt)
  if ('confirmation' in task) return renderConfirmation(task.confirmation, opened)
  if ('mandate' in task) return renderMandate(task.mandate, opened)
  const { snapshot } = task
  return {
    pp: renderAgreement('pp', snapshot, opened),
    ppfp: renderAgreement('ppfp', snapshot, opened),
  }
})
