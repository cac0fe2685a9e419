/** `npm run accessibility`: writes the page about accessibility from the table of criteria. */
import { writeFileSync } from 'node:fs';
import { ACCESSIBILITY_FILE, accessibilityPage } from './accessibility/accessibility-page.ts';

writeFileSync(ACCESSIBILITY_FILE, accessibilityPage());
