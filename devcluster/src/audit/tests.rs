//! Reading the log, complete and half-written.

use std::{fs, io::Write};

use super::*;

fn event(id: &str, stage: &str, verb: &str, code: u16) -> String {
    let status = if code == 0 {
        String::new()
    } else {
        format!(r#","responseStatus":{{"metadata":{{}},"code":{code}}}"#)
    };
    format!(
        r#"{{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"{id}","stage":"{stage}",
        "requestURI":"/apis/apps/v1/namespaces/ns/deployments/app/status?fieldManager=x","verb":"{verb}",
        "user":{{"username":"admin"}},"sourceIPs":["127.0.0.1"],"userAgent":"my-operator/1 kube",
        "objectRef":{{"resource":"deployments","namespace":"ns","name":"app","apiGroup":"apps","apiVersion":"v1",
        "subresource":"status"}}{status},"requestReceivedTimestamp":"2026-11-30T18:00:00.000001Z",
        "stageTimestamp":"2026-11-30T18:00:00.000002Z"}}"#
    )
    .replace("\n        ", "")
        + "\n"
}

fn shown(text: &str) -> Vec<String> {
    parse(text).unwrap().iter().map(|request| format!("{request} {}", request.stage)).collect()
}

#[test]
fn a_request_is_there_once_with_its_last_stage() {
    let text = event("a", "RequestReceived", "patch", 0)
        + &event("b", "ResponseComplete", "get", 404)
        + &event("a", "ResponseComplete", "patch", 200);
    assert_eq!(
        shown(&text),
        [
            "patch apps/deployments/status ns/app 200 ResponseComplete",
            "get apps/deployments/status ns/app 404 ResponseComplete"
        ]
    );
}

#[test]
fn a_watch_is_there_once_when_it_began_and_not_when_only_its_end_is_seen() {
    let began = event("a", "RequestReceived", "watch", 0)
        + &event("a", "ResponseStarted", "watch", 200)
        + &event("a", "ResponseComplete", "watch", 200);
    assert_eq!(shown(&began), ["watch apps/deployments/status ns/app 200 ResponseStarted"]);
    assert_eq!(shown(&event("a", "ResponseComplete", "watch", 200)), [""; 0]);
    let refused = event("a", "ResponseComplete", "watch", 403);
    assert_eq!(shown(&refused), ["watch apps/deployments/status ns/app 403 ResponseComplete"]);
}

#[test]
fn a_half_written_last_line_is_not_read_yet() {
    let whole = event("a", "ResponseComplete", "create", 201);
    let text = whole.clone() + &event("b", "ResponseComplete", "create", 201);
    for end in whole.len()..text.len() {
        assert_eq!(parse(&text[..end]).unwrap().len(), 1, "cut at {end}");
    }
    assert_eq!(parse(&text).unwrap().len(), 2);
    assert!(parse(&whole[..20]).unwrap().is_empty());
}

#[test]
fn a_damaged_line_is_an_error_and_no_missing_request() {
    let text = format!("{}not json\n", event("a", "ResponseComplete", "create", 201));
    assert!(parse(&text).unwrap_err().ends_with("in not json"));
}

#[test]
fn writes_reads_and_watches_are_told_apart() {
    for (verb, expected) in [
        ("create", [true, false, false]),
        ("update", [true, false, false]),
        ("patch", [true, false, false]),
        ("delete", [true, false, false]),
        ("deletecollection", [true, false, false]),
        ("get", [false, true, false]),
        ("list", [false, false, true]),
        ("watch", [false, false, true]),
    ] {
        let request = parse(&event("a", "ResponseStarted", verb, 200)).unwrap().remove(0);
        assert_eq!(
            [request.is_write(), request.is_single_read(), request.is_list_or_watch()],
            expected,
            "{verb}"
        );
    }
    let streamed =
        event("a", "ResponseStarted", "watch", 200).replace("?fieldManager", "?sendInitialEvents=true&x");
    let read = |text: &str| parse(text).unwrap().remove(0);
    assert!(read(&streamed).is_list() && read(&event("a", "ResponseComplete", "list", 200)).is_list());
    assert!(!read(&event("a", "ResponseStarted", "watch", 200)).is_list());
    assert!(!read(&streamed.replace("200", "422").replace("Started", "Complete")).is_list(), "refused");
    let dry =
        event("a", "ResponseComplete", "patch", 200).replace("?fieldManager", "?dryRun=All&fieldManager");
    assert!(!parse(&dry).unwrap()[0].is_write());
}

#[test]
fn paths_that_are_no_resource_are_shown_as_paths() {
    let text = r#"{"auditID":"a","stage":"ResponseComplete","verb":"get","requestURI":"/readyz","responseStatus":{"code":200},"requestReceivedTimestamp":"2026-11-30T18:00:00.000001Z"}
"#;
    assert_eq!(shown(text), ["get /readyz 200 ResponseComplete"]);
    assert!(!parse(text).unwrap()[0].is_single_read());
    assert_eq!(parse(text).unwrap()[0].time.to_string(), "2026-11-30T18:00:00.000001Z");
    assert!(parse(&text.replace("/readyz", "/version?kubewright-marker=x")).unwrap().is_empty());
}

#[test]
fn filters_take_the_agent_by_part_and_the_namespace_whole() {
    let request = parse(&event("a", "ResponseComplete", "get", 200)).unwrap().remove(0);
    assert!(Filter::default().lets_through(&request));
    assert!(Filter::agent("my-operator").namespace("ns").lets_through(&request));
    assert!(!Filter::agent("my-operator").namespace("n").lets_through(&request));
    assert!(!Filter::agent("other").lets_through(&request));
}

#[tokio::test]
async fn a_reader_sees_what_comes_after_it_and_a_half_line_when_it_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let log = AuditLog::new(dir.path().join("audit.log"));
    let all = Filter::default();
    let early = log.reader().unwrap();
    assert!(early.requests(&all).await.unwrap().is_empty(), "the file is made with the first request");
    let mut file = File::create(log.path()).unwrap();
    let mut write = |text: &str| file.write_all(text.as_bytes()).unwrap();

    let second = event("b", "ResponseComplete", "create", 201);
    write(&event("a", "ResponseComplete", "get", 200));
    write(&second[..50]);
    let mut late = log.reader().unwrap();
    assert!(late.requests(&all).await.unwrap().is_empty());
    write(&second[50..]);
    assert_eq!(late.requests(&all).await.unwrap().len(), 1);
    assert_eq!(early.requests(&all).await.unwrap().len(), 2);
    assert_eq!(
        (early.writes(&all).await.unwrap().len(), early.single_reads(&all).await.unwrap().len()),
        (1, 1)
    );
    late.restart().unwrap();
    assert!(late.requests(&all).await.unwrap().is_empty());

    File::create(log.path()).unwrap();
    assert!(late.requests(&all).await.unwrap_err().to_string().contains("became shorter"));
}

#[test]
fn the_last_line_is_found_from_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("audit.log");
    assert_eq!(last_line(&path).unwrap(), 0);
    let long = "x".repeat(150_000);
    for (text, expected) in [
        ("", 0),
        ("a", 0),
        ("a\n", 2),
        ("a\nbc", 2),
        (long.as_str(), 0),
        (&format!("{long}\n"), 150_001),
        (&format!("a\n{long}"), 2),
    ] {
        fs::write(&path, text).unwrap();
        assert_eq!(last_line(&path).unwrap(), expected, "{} bytes", text.len());
    }
}
