// A rule of markdown-it that another one is to be built around.

import type { Ruler } from 'markdown-it';

type Rule<Args extends unknown[], Result> = (...args: Args) => Result;

/** The rule of that name. A ruler does not give rules out by name, so this looks which one is gone once it is disabled. */
export function ruleNamed<Args extends unknown[], Result>(ruler: Ruler<Args, Result>, name: string): Rule<Args, Result> {
  const all = [...ruler.getRules('')];
  ruler.disable(name);
  const others = new Set(ruler.getRules(''));
  ruler.enable(name);
  const rule = all.find((each) => !others.has(each));
  if (rule === undefined) throw new Error(`there is no rule ${name}`);
  return rule;
}
