import { useLocation, useNavigate } from 'react-router'
import { ResetPassword } from '../features/auth/reset-password.tsx'
import { type ResetStep, readResetStep } from '../features/auth/reset-step.ts'
import { paths } from '../paths.ts'
import { GuestLayout } from './guest/guest-layout.tsx'

/**
 * Forgot mode and new-password mode of the login screen. The step is kept with this place in the history: who leaves
 * for the SMS app, or loads the page again, goes on where he was.
 */
export default function ResetPasswordScreen() {
  const navigate = useNavigate()
  const step = readResetStep(useLocation().state)
  const goTo = (next: ResetStep) => void navigate(paths.resetPassword, { replace: true, state: next })
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
        onDone={(phoneNumber) => void navigate(paths.login, { replace: true, state: { phoneNumber } })}
      />
    </GuestLayout>
  )
}
