import { findDamage } from './find-damage.ts'

// A process of its own: reading gigabytes would hold up those who work meanwhile.
process.send!({ found: findDamage(process.argv[2]!) })
process.disconnect()
