// In lists of sites: whether one needs attention. All rows share one call, made when a list is opened.
import { useSummaries } from '../data/stats.ts';
import { isUrgent } from '../format/attention.ts';
import { AttentionMark } from '../ui/attention-mark.tsx';

export function SiteAttention({ siteId }: { siteId: string }) {
  const attention = useSummaries().bySite?.get(siteId)?.attention;
  return attention ? <AttentionMark text="Needs attention" isUrgent={isUrgent(attention)} /> : null;
}
