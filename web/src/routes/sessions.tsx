import { SecondFactor } from '../features/lenders/profile/second-factor.tsx'
import { Sessions } from '../features/lenders/profile/sessions.tsx'

/** The screen of the active sessions and the second factor, to which e-mails about new devices and factors lead. */
export default function SessionsScreen() {
  return (
    <div className="w-full max-w-3xl">
      <Sessions isScreen />
      <SecondFactor isScreen />
    </div>
  )
}
