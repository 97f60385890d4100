import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Invitation } from '../features/lenders/auth/invitation.tsx'
import { paths } from '../paths.ts'
import { logOut } from '../session/end.ts'
import { readSession } from '../session/store.ts'
import { GuestLayout } from './guest/guest-layout.tsx'

/**
 * Where an invited person sets the password. The token stands behind the #, which no server's log sees and which a scanner
 * of e-mails does not send.
 */
export default function InvitationScreen() {
  const [token] = useState(() => location.hash.slice(1))
  const navigate = useNavigate()
  // Who is logged in in this browser is another person.
  const toLogin = () => void (readSession() ? logOut() : navigate(paths.login, { replace: true }))
  return (
    <GuestLayout
      title="Undangan Perusahaan"
      lead="Buat kata sandi Anda sendiri, lalu masuk dengan nomor handphone Anda."
    >
      <Invitation token={token} onDone={toLogin} />
    </GuestLayout>
  )
}
