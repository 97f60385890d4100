import { useLocation, useNavigate } from 'react-router'
import { ResetPassword } from '../features/lenders/auth/reset-password.tsx'
import {
  numberOf,
  phoneStep,
  readNumber,
  type ResetStep,
  readResetStep,
  stateOf,
} from '../features/lenders/auth/reset-step.ts'
import { storeNumber } from '../features/lenders/auth/reset-number.ts'
import { paths } from '../paths.ts'
import { carriedState } from '../return-target.ts'
import { isSecondStep } from '../session/second-step.ts'
import { tabStore } from '../session/storage.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { PartMissing } from '../ui/part-missing.tsx'
import { GuestLayout } from './guest/guest-layout.tsx'

const SecondStep = lazyPart(() =>
  import('../features/lenders/auth/second-step.tsx').then((module) => module.SecondStep),
)

/**
 * Second step, forgot mode and new-password mode of the login screen. A lender who switches to the SMS app, or reloads the page,
 * continues at the same step: the history entry has the step, and the storage of the tab has the number until the login
 * takes it. The history has no phone number, because the browser keeps it.
 */
export default function ResetPasswordScreen() {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const toLogin = () => navigate(paths.login, { replace: true, state: carriedState(state) })
  return isSecondStep(state) ? (
    <GuestLayout title="Verifikasi Dua Langkah" lead="Akun Anda dilindungi dengan verifikasi dua langkah.">
      <Part notLoaded={(retry) => <PartMissing onRetry={retry} />}>
        <SecondStep onEnded={() => void toLogin()} />
      </Part>
    </GuestLayout>
  ) : (
    <Reset />
  )
}

function Reset() {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const step = readResetStep(state, readNumber(tabStore()))
  const carried = carriedState(state)
  function show(next: ResetStep, replace = true) {
    storeNumber(tabStore(), numberOf(next))
    void navigate(paths.resetPassword, { replace, state: { ...stateOf(next), ...carried } })
  }
  function goTo(next: ResetStep) {
    if (step.step !== 'phone' || next.step !== 'code') return show(next)
    // The dialog has its own history entry, so that Back closes it and the form still has the sent code.
    show(phoneStep(next.sent.phoneNumber, { sent: next.sent }))
    show(next, false)
  }
  const isChoosing = step.step === 'password'
  return (
    <GuestLayout
      title={isChoosing ? 'Buat Kata Sandi Baru' : 'Lupa Kata Sandi'}
      lead={
        isChoosing ? (
          <>
            Untuk akun dengan nomor <span className="figures text-ink">+62 {step.phoneNumber}</span>.
          </>
        ) : (
          'Masukkan nomor handphone yang terdaftar. Kode verifikasi dikirim melalui SMS.'
        )
      }
    >
      <ResetPassword
        step={step}
        onStep={goTo}
        onDone={() => void navigate(paths.login, { replace: true, state: carried })}
      />
    </GuestLayout>
  )
}
