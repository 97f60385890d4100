import { Sessions } from '../features/lenders/profile/sessions.tsx'

/** The screen of the active sessions, to which the e-mail about a new device leads. */
export default function SessionsScreen() {
  return (
    <div className="w-full max-w-3xl">
      <Sessions isScreen />
    </div>
  )
}
