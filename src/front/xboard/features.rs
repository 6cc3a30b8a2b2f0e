//! What the engine tells XBoard about itself.

use crate::front::NAME;
use crate::session::{Catalogue, Settings};
use caryatid_protocol::OptionKind;
use caryatid_protocol::xboard::{Feature, Reply, Switch, negotiation};

/// The features that are on or off.
const SWITCHES: [(Switch, bool); 21] = [
    (Switch::Ping, true),
    (Switch::SetBoard, true),
    (Switch::PlayOther, true),
    (Switch::San, false),
    (Switch::UserMove, true),
    (Switch::Time, true),
    (Switch::Draw, true),
    (Switch::SigInt, false),
    (Switch::SigTerm, false),
    (Switch::Reuse, true),
    (Switch::Analyze, true),
    (Switch::Colors, false),
    (Switch::Ics, false),
    (Switch::Name, false),
    (Switch::Pause, true),
    (Switch::NodesPerSecond, true),
    (Switch::Debug, true),
    (Switch::Memory, true),
    (Switch::Smp, true),
    (Switch::Exclude, true),
    (Switch::Highlight, true),
];

/// Options for which XBoard has commands of its own, or no use.
const NOT_SHOWN: [&str; 5] = ["UCI_Variant", "Hash", "Threads", "Ponder", "UCI_AnalyseMode"];

/// The answer to `protover`.
pub(super) fn features(catalogue: &Catalogue) -> Vec<Reply> {
    let variants = catalogue.listings().into_iter().map(|listing| listing.xboard_id).collect();
    let mut list: Vec<Feature> =
        SWITCHES.iter().map(|&(switch, on)| Feature::Switch(switch, on)).collect();
    list.push(Feature::MyName(NAME.to_owned()));
    list.push(Feature::Variants(variants));
    let own = catalogue.game_options();
    for mut option in
        Settings::outspoken().declarations(&catalogue.ids(), &catalogue.first_id(), &own)
    {
        if NOT_SHOWN.contains(&option.name.as_str()) {
            continue;
        }
        if let OptionKind::String { default } = option.kind {
            option.kind = OptionKind::File { default };
        }
        list.push(Feature::Option(option));
    }
    negotiation(list)
}
