import { otpResendSeconds } from '@pematang/contract/lenders/auth/rules'
import { useEffect, useState } from 'react'
import { secondsUntilResend } from './reset-step.ts'

const secondsLeft = (resendAt: number) => secondsUntilResend(resendAt, Date.now(), otpResendSeconds)

/** Seconds until another code can be requested; re-renders every second and stops at 0. */
export function useSecondsUntil(resendAt: number): number {
  const [seconds, setSeconds] = useState(() => secondsLeft(resendAt))
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(resendAt))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [resendAt])
  return seconds
}
