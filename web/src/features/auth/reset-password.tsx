import { lazy, Suspense, useEffect } from 'react'
import { ForgotForm } from './forgot-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { phoneStep, type ResetStep } from './reset-step.ts'

const loadCodeDialog = () => import('./code-dialog.tsx')
const CodeDialog = lazy(() => loadCodeDialog().then((module) => ({ default: module.CodeDialog })))

type Props = {
  step: ResetStep
  onStep: (step: ResetStep) => void
  /** The new password works; what is left is to log in with it. */
  onDone: (phoneNumber: string) => void
}

/** From a forgotten password to a new one: phone number, code, new password. The caller keeps the step. */
export function ResetPassword({ step, onStep, onDone }: Props) {
  // On its way while the number is typed.
  useEffect(() => void loadCodeDialog(), [])
  if (step.step === 'password') {
    const { phoneNumber } = step
    return (
      <NewPasswordForm
        phoneNumber={phoneNumber}
        onDone={() => onDone(phoneNumber)}
        onExpired={(sentence) => onStep(phoneStep(phoneNumber, { error: sentence }))}
      />
    )
  }
  const { sent } = step
  return (
    <>
      <ForgotForm
        phoneNumber={step.step === 'phone' ? step.phoneNumber : step.sent.phoneNumber}
        firstError={step.step === 'phone' ? step.error : null}
        sent={sent}
        onSent={(fresh) => onStep({ step: 'code', sent: fresh })}
      />
      <Suspense>
        {sent && (
          <CodeDialog
            open={step.step === 'code'}
            sent={sent}
            onResent={(fresh) => onStep({ step: 'code', sent: fresh })}
            onMatch={() => onStep({ step: 'password', phoneNumber: sent.phoneNumber })}
            onClose={() => onStep(phoneStep(sent.phoneNumber, { sent }))}
          />
        )}
      </Suspense>
    </>
  )
}
