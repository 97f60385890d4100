import { LoginForm } from '../features/lenders/auth/login-form.tsx'
import { takeOverLogin } from '../shell/first-paint.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { GuestLayout } from './guest/guest-layout.tsx'

// The server renders this part; its script is loaded after that of the form.
const PublicQuality = lazyPart<object>(() =>
  import('../features/loans/credit-quality/public-quality.tsx').then((module) => module.PublicQuality),
)

/** Login mode of the login screen. */
export default function Login() {
  return (
    <GuestLayout
      title="Masuk ke Lender Dashboard"
      lead="Gunakan nomor handphone yang terdaftar sebagai lender."
      below={
        <Part loading={<div className="h-47 sm:h-26" />} notLoaded={() => null}>
          <PublicQuality />
        </Part>
      }
    >
      <LoginForm onTakeOver={takeOverLogin} />
    </GuestLayout>
  )
}
