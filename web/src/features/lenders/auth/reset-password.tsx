import { useEffect } from 'react'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { PartMissing } from '../../../ui/part-missing.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { phoneStep, type ResetStep } from './reset-step.ts'

const CodeDialog = lazyPart(() => import('./code-dialog.tsx').then((module) => module.CodeDialog))

type Props = {
  step: ResetStep
  onStep: (step: ResetStep) => void
  /** Called when the password was changed and the lender can log in with it. */
  onDone: () => void
}

/** Password reset: phone number, code, new password. The caller stores the step. */
export function ResetPassword({ step, onStep, onDone }: Props) {
  // Prefetches the code of the dialog while the lender types the number.
  useEffect(() => void CodeDialog.preload(), [])
  if (step.step === 'password') {
    const { phoneNumber } = step
    return (
      <NewPasswordForm
        phoneNumber={phoneNumber}
        onDone={onDone}
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
      <Part notLoaded={(retry) => <PartMissing onRetry={retry} />}>
        {sent && (
          <CodeDialog
            open={step.step === 'code'}
            sent={sent}
            onResent={(fresh) => onStep({ step: 'code', sent: fresh })}
            onMatch={() => onStep({ step: 'password', phoneNumber: sent.phoneNumber })}
            onClose={() => onStep(phoneStep(sent.phoneNumber, { sent }))}
          />
        )}
      </Part>
    </>
  )
}
