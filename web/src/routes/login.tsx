import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { LoginForm } from '../features/auth/login-form.tsx'
import { phoneOf } from '../features/auth/reset-step.ts'
import { GuestLayout } from './guest/guest-layout.tsx'

/** Login mode of the login screen. */
export default function Login() {
  const location = useLocation()
  // Fetched after this screen is there, so that the link to it opens at once.
  useEffect(() => void import('./reset-password.tsx'), [])
  return (
    <GuestLayout
      title="Masuk ke Lender Dashboard"
      lead="Gunakan nomor handphone yang terdaftar sebagai lender."
    >
      <LoginForm knownPhone={phoneOf(location.state)} />
    </GuestLayout>
  )
}
